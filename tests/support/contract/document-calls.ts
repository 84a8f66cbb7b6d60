/** The calls that the two documents name, with the fields they name of each; path parameters go by any name, `{product}` is `verdant`. */
const NAMED = `
GET /users/me inviteCode
GET /users/me/has-org-invites
GET /users/me/org-invites
POST /auth/refresh refreshToken
GET /version
POST /users/accept-invite-code inviteCode
POST /users/me/reset-password
POST /users/me/resend-email-verification
POST /users/me/verify-email inviteCode
PATCH /users/me onboarded
DELETE /users/me
POST /users/{id}/images
GET /users/me/stream-token
GET /users/me/notification-settings
PUT /users/me/notification-settings emailSettings
GET /public-site-flags
GET /us-states
GET /license-types
GET /sortable-search-fields
GET /org-users/me
GET /users/me/blocked-users
POST /users/me/blocked-users/{userId}
DELETE /users/me/blocked-users/{userId}
GET /users/me/connections
GET /users/me/connection-link
POST /users/me/connection-link/send-email email
GET /users/me/connection-invites/{code}
POST /users/me/connection-invites/{code}
POST /users/me/connections invitedUserUUID
POST /users/me/connections/{id}/start-chat
PATCH /users/me/connections/{id} status
DELETE /users/me/connections/{id}
GET /directory-listings
GET /directory-listings/autocomplete searchString licenseTypes usStates directoryListingTypes searchOrgNames
GET /directory-listings/featured
GET /brands/{id}
GET /brands/by-slug/{slug}
GET /brands/featured usStateAbbv
GET /orgs/{id}
GET /licenses/{id}
GET /brand-invites
POST /brand-invites/reject/{brandInviteId}
POST /brand-invites/accept/{inviteCode}
GET /brand-invites/{code}
GET /org-invites/{code}
POST /brands/claim brandId orgId
PATCH /brands/{brandId}
PUT /brands/{brandId}/key-people keyPeople
POST /brands/{brandId}/images
POST /brands/suggestions suggestedName suggestedStates autoClaim invitedEmail invitedEmailMessage
POST /brands/{id}/menu companyId usStateAbbv buyerLicenseId customerId
GET /brands/{id}/facets
POST /brands/{id}/menu/pdf
GET /carts orgId companyId
POST /carts orgId companyId buyerLicenseId sellerCompanyId cartItems
PUT /carts/{id} orderNotes deliveryPreferences
DELETE /carts/{id} orgId companyId
PATCH /carts/{id}/items items
DELETE /carts/{id}/items/{itemId}
POST /checkout orgId companyId carts
POST /deals/{offerUuid}/bids match licenseId counterOfferPrice
GET /orgs/{orgId}/chat/channels
POST /orgs/{orgId}/chat/channels
PATCH /orgs/{orgId}/chat/channels/{cid} channelType userIdsToAdd userIdsToRemove removeSelf channelName
GET /orgs/{orgId}/chat/org-to-org-channels
PATCH /orgs/{orgId}/chat/org-to-org-channels/{cid} channelType userIdsToAdd userIdsToRemove removeSelf channelTopic
POST /orgs/{orgId}/chat/org-to-org-channels/{cid}/join
POST /orgs/{orgId}/chat/org-to-org-channels/{cid}/leave
DELETE /chat-messages/{messageId}
GET /orgs/{orgId}/channel-invites
POST /orgs/{orgId}/channel-invites invitedOrgId invitedEmail topic
PATCH /orgs/{orgId}/channel-invites/{id} status
GET /verdant-features
GET /verdant-features/dependencies
GET /product-categories
GET /product-subcategories
GET /product-unit-denominations
GET /seller/orders/{id}
POST /seller/orders
PUT /seller/orders/{id}
PUT /seller/orders/{id}/basic-info
DELETE /seller/orders/{id}
POST /seller/orders/{id}/transition status
GET /seller/orders/{id}/payments
POST /seller/orders/{id}/payments amount paymentType paymentDate note skipExternalPush
DELETE /seller/orders/{id}/payments/{paymentId}
GET /seller/orders/{id}/comments
POST /seller/orders/{id}/comments comment
PUT /seller/orders/{id}/comments/{commentId}
DELETE /seller/orders/{id}/comments/{commentId}
POST /seller/orders/merge orderIds
PUT /seller/orders/ship-dates orgId companyId orderIds shipDate updatePaymentDueDates
GET /leaflink/orders/{n}/inventory
GET /leaflink/orders/facets
POST /leaflink/orders orgId companyId filters sortBy sortDesc page itemsPerPage
POST /leaflink/orders/export headers exportLineItems filterLineItems orderNumbers
GET /orders/saved-searches
POST /orders/saved-searches name search
PUT /orders/saved-searches/{id}
DELETE /orders/saved-searches/{id}
POST /products/search filters page itemsPerPage sortBy sortDesc
GET /buyer-orders/facets companyId orgId
POST /buyer-orders orgId companyId sortBy sortDesc filters
POST /buyer-orders/export
GET /buyer-orders/{orderId} companyId orgId source
POST /customers/search filters searchTerm licenseIds customerIds
GET /customers/facets orgId companyId
POST /customers
PUT /customers/{id}
GET /customer-statuses orgId companyId
POST /customer-statuses
PUT /customer-statuses/{id}
DELETE /customer-statuses/{id} orgId companyId
GET /customer-service-zones
POST /customer-service-zones
PUT /customer-service-zones/{id}
DELETE /customer-service-zones/{id}
POST /products/search/export
GET /products/facets
POST /products
GET /products/{id}
PUT /products/{id}
PUT /products/{id}/images images
PUT /products/{id}/inventory inventoryItems
POST /products/{id}/archive
GET /products/{id}/logs
GET /products/mapped-items
GET /products/search-items
PUT /products/{id}/assign-items verdantItemIds
POST /products/{id}/unassign-items productItemIds
POST /product-lines/search searchTerm brandIds productLineIds page itemsPerPage
POST /product-lines
PUT /product-lines/{id}
PUT /product-lines/positions brandId positions
POST /strains/search
POST /strains
GET /metrc-items
GET /metrc-items/categories
GET /metrc-strains
POST /metrc-items
GET /price-schedules orgId companyId cacheKey
GET /price-schedules/{id}
PATCH /price-schedules/{id} name enabled productRules productLineRules
POST /price-schedules orgId companyId name
PUT /price-schedules/{id}/customers customerIds
POST /price-schedules/{id}/rules productId price
GET /inventory/facets
GET /inventory/autocomplete/item-name
GET /inventory page pageSize sortBy sortDirection selectedTransfers selectedHolders selectedMetrcOwners selectedCategories selectedOwners selectedUnitOfMeasureAbbreviations selectedStatuses selectedCurrentLabTestStates selectedLocations tradeSamples branded includeInactive strainSearchTerm itemSearchTerm packageLabelSearchTerm quantityFrom quantityTo lastActivityFrom lastActivityTo
GET /inventory/export
GET /inventory/composite afterKey pageSize sortBy sortDirection
GET /inventory/composite/export
GET /inventory/composite/packages
GET /inventory-items/held
GET /inventory-items/assignment-rules
POST /inventory-items/assignment-rules brandId searchText licenseIds usState
DELETE /inventory-items/assignment-rules/{ruleId}
POST /inventory-items/{id}/assign brandId
POST /inventory-items/held/assign
POST /inventory-items/held/unassign
PATCH /orgs/{orgId}/verdant-items/{id} notes
PATCH /orgs/{orgId}/verdant-packages packageLabels state notes
GET /inventory/packages/{label}/test-results
GET /inventory/recommended-brands
POST /licenses/{licenseId}/packages/{label}/split newPackages unitOfMeasureAbbreviation actualDate tradeSample
GET /inventory/partners orgId brandIds
POST /inventory/partners orgId brandId
POST /inventory/partners/request
POST /inventory/partners/{id}/accept
DELETE /inventory/partners/{id}
GET /inventory/shared-brands brandId licenseId partnerBrandId
GET /inventory/shared-brands/brand-summaries
GET /inventory/shared-brands/summaries
GET /inventory/shared-brands/by-licenses-and-brand
POST /inventory/shared-brands
POST /inventory/shared-brands/{id}/enable
POST /inventory/shared-brands/{id}/disable
DELETE /inventory/shared-brands/{id}
POST /inventory/shared-brands/request licenseId brandId
DELETE /inventory/shared-brands/request licenseId brandId
POST /licenses/{id}/auto-sharing/enable
POST /licenses/{id}/auto-sharing/disable
GET /licenses/{licenseId}/intakes inNetwork
GET /licenses/{licenseId}/intakes/{intakeId}
GET /licenses/{licenseId}/intakes/{intakeId}/find/{label}
GET /licenses/{licenseId}/intakes/find/{label}
POST /licenses/{licenseId}/intakes/{intakeId}/confirm labels
PUT /licenses/{licenseId}/intakes/{intakeId}/packages/{label} confirmed notes markNotFound
DELETE /licenses/{licenseId}/intakes/{intakeId}/packages/{label}
GET /harvests licenseId finished submitted
GET /harvests/finished finishedStart finishedEnd
GET /harvests/{id} includePlants includeAudit
GET /harvests/{id}/available-plants strainId
POST /harvests/{id}/plants plants
PUT /harvests/{id}/plants/{plantId} weight unitOfMeasureAbbreviation
DELETE /harvests/{id}/plants/{plantId}
POST /harvests licenseId name harvestDate strainId dryingLocationId defaultUnitOfMeasureAbbreviation harvestType
PUT /harvests/{id} name harvestDate dryingLocationId defaultUnitOfMeasureAbbreviation harvestType
POST /harvests/{id}/submit
POST /harvests/{id}/plants/distribute-weights desiredTotal maxVarianceFromMean
DELETE /harvests/{id}
POST /harvests/{id}/harvest-plant
POST /harvests/{id}/packages
POST /harvests/{id}/waste wasteWeight wasteType
POST /harvests/{id}/finish
POST /harvests/{id}/unfinish
GET /harvests/{id}/waste-types
GET /harvests/{id}/plants/scan/{label}
GET /harvests/{id}/labels
POST /harvests/{id}/export
GET /plant-strains licenseId
GET /metrc-locations licenseId
POST /licenses/claim metrcApiKey licenseIds state optOutOfMetrcSyncs
POST /licenses/claimable
POST /licenses licenseNumber name address state
PUT /licenses/{id} dba phone isPublic address
GET /orgs/{orgId}/metrc-license-syncs
POST /orgs/{orgId}/metrc-license-syncs licenseId metrcApiKey
POST /org-users/me/metrc-api-keys usState metrcApiKey
GET /orgs/{orgId}/brands
POST /orgs/{orgId}/brand-invites brandId invitedEmail message
POST /orgs/{orgId}/brand-invites/{id}/resend
DELETE /orgs/{orgId}/brand-invites/{id}
GET /companies/{id}
PUT /companies/{id}
PUT /companies/{id}/key-people
PUT /companies/{id}/locations
POST /companies/{id}/addresses
PUT /companies/{id}/addresses/{addressId}
POST /companies/{id}/images
POST /company-invites companyId invitedEmail
GET /companies/{companyId}/notification-settings
PUT /companies/{companyId}/notification-settings orgId settings
POST /buyer-companies businessLicenseName dba orgId licenseIds
GET /buyer-companies/{id}
PUT /buyer-companies/{id}
GET /orgs/{orgId}/full
PATCH /orgs/{orgId} name
POST /orgs/{orgId}/images
GET /orgs/{orgId}/lists/vendors
GET /orgs/{orgId}/lists/customers
GET /orgs/{orgId}/org-users all
POST /orgs/{orgId}/org-users email title defaultRole orgRoleId licenseIds brandIds companyIds salesRepId
PATCH /orgs/{orgId}/org-users/{id} title defaultRole orgRoleId licenseIds brandIds companyIds salesRepId
DELETE /orgs/{orgId}/org-users/{id}
POST /orgs/{orgId}/org-users/{id}/resend-invitation
POST /orgs/{orgId}/org-users/{id}/reset-invite-link
POST /orgs/accept-invitation/{inviteCode}
POST /orgs/{orgId}/org-users/transfer-ownership targetOrgUserId
GET /orgs/{orgId}/sales-reps companyId
GET /orgs/{orgId}/roles
POST /orgs/{orgId}/roles
GET /orgs/{orgId}/roles/{id}
PUT /orgs/{orgId}/roles/{id} name features
DELETE /orgs/{orgId}/roles/{id}
POST /billing/hosted-page-checkout subscriptionTier subscriptionDuration
GET /billing/hosted-page-portal
POST /billing/check-subscription cancelled success changed reactivated checkoutId
GET /orgs/{orgId}/permissions paidFeatureSlug
GET /orgs/{orgId}/leaflink-syncs
POST /orgs/{orgId}/leaflink-syncs orgId stateAbbv apiKey
POST /orgs/{orgId}/leaflink-syncs/{id}/disable
POST /companies/{companyId}/accounting/connect systemType
GET /companies/{companyId}/accounting
PUT /companies/{companyId}/accounting defaultItemExpenseAccountId defaultIncomeAccountId defaultOrderDiscountAccountId externalCompanyId
DELETE /companies/{companyId}/accounting/{id}
GET /companies/{companyId}/accounting/item-accounts externalCompanyId
POST /companies/{companyId}/accounting/invoices companyId orgId orderIds
PUT /companies/{companyId}/accounting/customers mappings
PUT /companies/{companyId}/accounting/products mappings
GET /companies/{companyId}/accounting/items/remote companyId search
GET /companies/{companyId}/accounting/customers/remote companyId search
GET /companies/{companyId}/accounting/order/{orderId}/mappings orderSource
POST /companies/{companyId}/accounting/audit orgId companyId filters
`;
export type NamedCall = { method: string; path: string; fields: readonly string[] };

export const DOCUMENT_CALLS: readonly NamedCall[] = NAMED.trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', ...fields] = line.split(' ');
    return { method, path, fields };
  });

/** A call by its method and the places of its path, whatever the parameters there are called. */
export const placesOf = ({ method, path }: Pick<NamedCall, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\{\w+\}|:\w+/g, '{}')}`;

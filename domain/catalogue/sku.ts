/**
 * What makes two SKUs the same: blanks around them and the case of letters make no difference. Products are unique by it
 * in an organization, and every form, import, search by SKU and pasted list finds them by it; the index of products has
 * the same rule as `lower(sku)`.
 */
export const skuKey = (sku: string): string => sku.trim().toLowerCase();

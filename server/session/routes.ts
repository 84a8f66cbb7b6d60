import { userPictures } from '../../domain/files/contract';
import { reference, session } from '../../domain/session/contract';
import { implement } from '../implement';
import { deleteMe, previewDeletion } from './delete-account';
import { exportMine } from './export-account';
import { getMe, updateMe } from './me';
import { getMyMembership } from './membership';
import { removeMyPicture, setMyPicture } from './pictures';
import { listFeatureDependencies, listFeatures, listLicenseTypes, listSiteFlags, listUsStates } from './reference';
import { refreshSession } from './refresh';
import { endMySession, listMySessions } from './sessions';
import { mailLink, readProvider, signIn } from './sign-in';
import { mailPasswordReset, mailVerification, verifyMyEmail } from './verification';

export const sessionRoutes = [
  implement(session)({
    provider: readProvider,
    signIn,
    mailLink,
    me: getMe,
    updateMe,
    deletion: previewDeletion,
    deleteMe,
    exportMine,
    membership: getMyMembership,
    refresh: refreshSession,
    resetPassword: mailPasswordReset,
    resendVerification: mailVerification,
    verifyEmail: verifyMyEmail,
    sessions: listMySessions,
    endSession: endMySession,
  }),
  implement(userPictures)({ set: setMyPicture, remove: removeMyPicture }),
  implement(reference)({
    version: async ({ services }) => ({ appBuildId: services.config.buildId }),
    siteFlags: listSiteFlags,
    usStates: listUsStates,
    licenseTypes: listLicenseTypes,
    features: listFeatures,
    featureDependencies: listFeatureDependencies,
  }),
];

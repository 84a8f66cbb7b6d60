import { OWNER, testScreensOf } from '../../support/screens/screens';

testScreensOf((viewer) => viewer !== OWNER);

import { OWNER, testScreensOf } from '../support/screens';

testScreensOf((viewer) => viewer !== OWNER);

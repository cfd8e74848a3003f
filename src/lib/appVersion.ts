/** The release of this web app. The database has its own in private.release_version. */
export { version as appVersion } from '../../package.json'

export { UserData } from './UserData'

// What the link in a security mail opens.
export { FreezeScreen } from '@/screens/FreezeScreen'

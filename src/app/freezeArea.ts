// What the links in mails open.
export { FreezeScreen } from '@/screens/FreezeScreen'

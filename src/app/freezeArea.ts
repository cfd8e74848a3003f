// What the links in mails open.
export { ClosedScreen } from '@/screens/ClosedScreen'
export { FreezeScreen } from '@/screens/FreezeScreen'

// What the links in mails open.
export { FreezeScreen } from '@/screens/FreezeScreen'
export { NewPinScreen } from '@/screens/NewPinScreen'

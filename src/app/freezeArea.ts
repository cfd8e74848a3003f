// What everybody may open: the links in mails, and what the bank says about itself.
export { FreezeScreen } from '@/screens/FreezeScreen'
export { NewPinScreen } from '@/screens/NewPinScreen'
export { NoticeScreen } from '@/screens/NoticeScreen'

export { RadixDialog } from './RadixDialog'
export { RadixPopover } from './RadixPopover'

export { SuspendButton } from './SuspendButton'

export { AskForPush } from './AskForPush'
export { PushWatch } from './PushWatch'

export { actionOf, type Action } from './action'
export { MessagePreview } from './LazyMessagePreview'

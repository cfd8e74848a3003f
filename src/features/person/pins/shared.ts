export { useShowPin } from './mutations'
export { PinCell } from './PinCell'

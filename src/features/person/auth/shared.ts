export { OwnPinFields, ownPinProblem } from './OwnPinFields'
export { enterPin, noteActivity, signIn, touchSession } from './mutations'
export { returningTo } from './signInReturn'

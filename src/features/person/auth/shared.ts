export { OwnPinFields, ownPinProblem } from './OwnPinFields'
export { enterPin, noteActivity, signIn } from './mutations'
export { returningTo } from './signInReturn'

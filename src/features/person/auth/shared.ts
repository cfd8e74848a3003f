export { OwnPinFields, ownPinProblem } from './OwnPinFields'
export { enterPin, noteActivity, signIn } from './mutations'
export { touchSession } from './touchSession'
export { returningTo } from './signInReturn'

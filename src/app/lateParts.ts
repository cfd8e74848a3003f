// What every signed-in user gets once the browser is idle, in one download. Not by way of modules that others download by
// themselves: the bundler would cut the first scripts into twice as many.
export { InactivityDialog } from '@/features/person/auth/InactivityDialog'
export { CallWatch } from '@/features/person/calls/CallWatch'
export { PasskeyWatch } from '@/features/person/passkeys/PasskeyWatch'
export { PushWatch } from '@/features/person/push/PushWatch'

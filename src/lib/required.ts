import { otherRelease } from './download'
import { WordedError } from './errors'

/** What a reader of `json` has read. An error in words for the user when the server's answer has another shape, as that of a newer release. */
export function required<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value
  void otherRelease()
  throw new WordedError("We couldn't read the server's answer. Please try again.")
}

import type { Learned } from '../../supabase/functions/ai-chat/classify'
import type { Trained } from './train'

/** A few weights are cut, so that the steps between all others are smaller. */
const kept = 0.999
const most = 7

/** Each weight as four bits. */
export function pack({ kinds, weights }: Trained): Learned {
  const sizes = weights.map(Math.abs).toSorted()
  const scale = Number(((sizes[Math.floor(sizes.length * kept)] ?? 0) / most).toPrecision(6))
  const steps = Array.from(weights, (weight) => Math.max(-most, Math.min(most, Math.round(weight / scale))) + 8)
  const bytes = Uint8Array.from(
    { length: steps.length / 2 },
    (_, index) => ((steps[2 * index] ?? 0) << 4) | (steps[2 * index + 1] ?? 0),
  )
  return { kinds, scale, weights: Buffer.from(bytes).toString('base64') }
}

import { RestError } from './restError'

export type Preferences = {
  return: 'minimal' | 'representation' | 'headers-only'
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  /** What a column gets that is missing from the body. */
  missing: 'default' | 'null'
  count: boolean
  /** Set only when the limit is to be kept, that is with `handling=strict`. */
  maxAffected: number | null
  /** For the header `Preference-Applied`; empty when there is nothing to say. */
  applied: string
}

const known = new Map(
  Object.entries({
    return: /^(?:minimal|representation|headers-only)$/,
    resolution: /^(?:merge-duplicates|ignore-duplicates)$/,
    missing: /^(?:default|null)$/,
    // Every count is exact here: estimates depend on statistics, and no client may count on them being wrong.
    count: /^(?:exact|planned|estimated)$/,
    handling: /^(?:strict|lenient)$/,
    'max-affected': /^\d{1,15}$/,
    // Understood and not followed, as on the platform, where transactions always end in a commit.
    tx: /^(?:commit|rollback)$/,
  }),
)

export function parsePreferences(header: string | null): Preferences {
  const given = new Map<string, string>()
  const unknown: string[] = []
  for (const part of (header ?? '').split(',').map((text) => text.trim())) {
    const [name = '', value = ''] = part.split('=')
    if (known.get(name)?.test(value)) {
      // The first one of a kind counts.
      if (!given.has(name)) given.set(name, value)
    } else if (part !== '') unknown.push(part)
  }
  const strict = given.get('handling') === 'strict'
  if (strict && unknown.length > 0) {
    throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  }
  const returned = given.get('return')
  const resolution = given.get('resolution')
  const maxAffected = given.get('max-affected')
  const applied = [...given].filter(([name]) => name !== 'tx' && (name !== 'max-affected' || strict))
  return {
    return: returned === 'representation' || returned === 'headers-only' ? returned : 'minimal',
    resolution: resolution === 'merge-duplicates' || resolution === 'ignore-duplicates' ? resolution : null,
    missing: given.get('missing') === 'default' ? 'default' : 'null',
    count: given.has('count'),
    maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : null,
    applied: applied.map(([name, value]) => `${name}=${value}`).join(', '),
  }
}

import { RestError } from './restError'

export type Preferences = {
  return: 'minimal' | 'representation'
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  count: boolean
  /** Set only with `handling=strict`; otherwise PostgREST ignores the limit. */
  maxAffected: number | null
  /** Value of the header `Preference-Applied`; empty when no preference was given. */
  applied: string
}

const known = new Map(
  Object.entries({
    return: /^(?:minimal|representation)$/,
    resolution: /^(?:merge-duplicates|ignore-duplicates)$/,
    // Every count is exact here. PostgREST's estimates depend on table statistics.
    count: /^(?:exact|planned|estimated)$/,
    handling: /^(?:strict|lenient)$/,
    'max-affected': /^\d{1,15}$/,
    // Accepted and ignored, as on the platform, where every transaction ends in a commit.
    tx: /^(?:commit|rollback)$/,
  }),
)

export function parsePreferences(header: string | null): Preferences {
  const given = new Map<string, string>()
  const unknown: string[] = []
  for (const part of (header ?? '').split(',').map((text) => text.trim())) {
    const [name = '', value = ''] = part.split('=')
    if (known.get(name)?.test(value)) {
      // The first value of a preference wins.
      if (!given.has(name)) given.set(name, value)
    } else if (part !== '') unknown.push(part)
  }
  // Ignoring it would write nulls where the platform writes the columns' defaults.
  if (unknown.includes('missing=default')) {
    throw new RestError(501, 'LOCAL', 'The local stack does not implement the preference missing=default')
  }
  const strict = given.get('handling') === 'strict'
  if (strict && unknown.length > 0) {
    throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  }
  const resolution = given.get('resolution')
  const maxAffected = given.get('max-affected')
  const applied = [...given].filter(([name]) => name !== 'tx' && (name !== 'max-affected' || strict))
  return {
    return: given.get('return') === 'representation' ? 'representation' : 'minimal',
    resolution: resolution === 'merge-duplicates' || resolution === 'ignore-duplicates' ? resolution : null,
    count: given.has('count'),
    maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : null,
    applied: applied.map(([name, value]) => `${name}=${value}`).join(', '),
  }
}

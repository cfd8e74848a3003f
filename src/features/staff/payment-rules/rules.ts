import { formatPence, parsePounds, penceToPounds, poundsToPence } from '@/lib/money'
import { countOf } from '@/lib/numbers'

/** The rules of private.payment_rules, in the order of the screen. */
export const ruleNames = [
  'first_payment',
  'unconfirmed_name',
  'half_of_balance',
  'many_new_payees',
  'reported_payee',
  'name_mismatch',
] as const
export type RuleName = (typeof ruleNames)[number]

/** What the threshold of each rule counts. */
export const ruleUnits: Record<RuleName, 'pounds' | 'percent' | 'payees' | 'reports' | null> = {
  first_payment: 'pounds',
  unconfirmed_name: 'pounds',
  half_of_balance: 'percent',
  many_new_payees: 'payees',
  reported_payee: 'reports',
  name_mismatch: null,
}

export const ruleActions = ['warn', 'review'] as const
export type RuleAction = (typeof ruleActions)[number]

/** The threshold in pounds, as a part of one, or a number; null for a rule without one. */
export type Rule = { name: RuleName; action: RuleAction; threshold: number | null; active: boolean }
/** A rule as the server takes it. */
export type DraftRule = Omit<Rule, 'threshold'> & { threshold: string | null }

const highestPounds = 1_000_000
const highestNumber = 100
/** The warnings that customers read say 'more than half' and 'several'. */
const lowestNumber = { percent: 50, payees: 3, reports: 1 } as const

/** 'above £250.00'. */
export function describeRule({ name, threshold, active }: Rule): string {
  if (!active) return 'off'
  const value = threshold ?? 0
  switch (ruleUnits[name]) {
    case 'pounds':
      return `above ${formatPence(poundsToPence(value))}`
    case 'percent':
      return `above ${Math.round(value * 100)}% of the balance`
    case 'payees':
      return `${countOf(value, 'new payee')} or more`
    case 'reports':
      return `${countOf(value, 'report')} or more`
    case null:
      return 'always'
  }
}

export const fieldOf = ({ name, action }: Pick<Rule, 'name' | 'action'>) => `${name}-${action}`
export const switchOf = (rule: Pick<Rule, 'name' | 'action'>) => `${fieldOf(rule)}-on`

/** What the form shows of the rules. */
export function formValues(rules: Rule[]): Record<string, string> {
  return Object.fromEntries(
    rules.flatMap((rule) => {
      const { name, threshold, active } = rule
      const shown =
        threshold === null ? '' : String(ruleUnits[name] === 'percent' ? Math.round(threshold * 100) : threshold)
      return [
        [fieldOf(rule), shown],
        [switchOf(rule), active ? 'on' : 'off'],
      ]
    }),
  )
}

/** The rules in the form, or what is wrong with them. */
export function readForm(values: Record<string, string>): DraftRule[] | { errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const rules = ruleNames.flatMap((name) =>
    ruleActions.map((action): DraftRule => {
      const field = fieldOf({ name, action })
      const threshold = readThreshold(name, values[field] ?? '')
      if (threshold === undefined) errors[field] = thresholdProblem(name)
      return { name, action, threshold: threshold ?? null, active: values[switchOf({ name, action })] === 'on' }
    }),
  )
  return Object.keys(errors).length > 0 ? { errors } : rules
}

function readThreshold(name: RuleName, text: string): string | null | undefined {
  const unit = ruleUnits[name]
  if (unit === null) return null
  if (unit === 'pounds') {
    const pence = parsePounds(text)
    return pence === null || pence > highestPounds * 100 ? undefined : penceToPounds(pence)
  }
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  if (number < lowestNumber[unit] || number > highestNumber) return undefined
  // A percentage is a part of the balance with two decimals.
  return unit === 'percent' ? penceToPounds(number) : String(number)
}

function thresholdProblem(name: RuleName): string {
  const unit = ruleUnits[name]
  return unit === null || unit === 'pounds'
    ? 'Enter an amount from £0 to £1,000,000.'
    : `Enter a whole number from ${lowestNumber[unit]} to ${highestNumber}.`
}

/** The rules that differ. */
export function changesOf(before: Rule[], after: Rule[]): { before: Rule; after: Rule }[] {
  return after.flatMap((rule) => {
    const old = before.find(({ name, action }) => name === rule.name && action === rule.action)
    return old === undefined || (old.threshold === rule.threshold && old.active === rule.active)
      ? []
      : [{ before: old, after: rule }]
  })
}

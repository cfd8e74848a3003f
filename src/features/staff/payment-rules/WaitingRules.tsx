import { Facts } from '@/components/Facts'
import { StaffCard } from '@/components/StaffCard'
import { TextLink } from '@/components/TextLink'
import { formatDenseDateTime } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { actionWords, ruleCopy, ruleWords } from './copy'
import type { WaitingChange } from './queries'
import { changesOf, describeRule } from './rules'
import { TrialFigures } from './TrialFigures'

/** The change that a super admin has asked for, with what its trial showed. */
export function WaitingRules({ change }: { change: WaitingChange }) {
  const { waiting: copy } = ruleCopy
  const { asked_by_name: name, asked_at: at, reason, problem, before, after, result } = change
  return (
    <StaffCard title={copy.title} actions={<TextLink to={paths.adminApprovals}>{copy.approvals}</TextLink>}>
      {problem !== null && <p className="px-4 pb-3 text-small text-care">{copy.problems[problem]}</p>}
      <Facts
        facts={[
          ['Asked', `${name ?? copy.gone}, ${formatDenseDateTime(at)}`],
          ['Reason', reason],
          ...changesOf(before, after).map((rule): [string, string] => [
            `${ruleWords[rule.after.name].title}: ${actionWords[rule.after.action].toLowerCase()}`,
            `${describeRule(rule.before)} → ${describeRule(rule.after)}`,
          ]),
        ]}
      />
      <TrialFigures result={result} />
    </StaffCard>
  )
}

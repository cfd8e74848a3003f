import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { actionWords, ruleCopy, ruleWords } from './copy'
import { describeRule, ruleActions, ruleNames, type Rule } from './rules'

export function RulesInForce({ rules }: { rules: Rule[] }) {
  const { title } = ruleCopy.list
  return (
    <StaffCard title={title}>
      <StaffTable caption={title} columns={['Rule', ...ruleActions.map((action) => actionWords[action])]} isCompact>
        {ruleNames.map((name) => (
          <StaffRow key={name}>
            <StaffRowHead>
              <span className="text-name">{ruleWords[name].title}</span>
            </StaffRowHead>
            {ruleActions.map((action) => {
              const rule = rules.find((each) => each.name === name && each.action === action)
              return (
                <StaffCell key={action} label={actionWords[action]}>
                  <span className={rule?.active === true ? '' : 'text-muted'}>{rule && describeRule(rule)}</span>
                </StaffCell>
              )
            })}
          </StaffRow>
        ))}
      </StaffTable>
    </StaffCard>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { ruleCopy } from '@/features/staff/payment-rules/copy'
import { ruleQueries } from '@/features/staff/payment-rules/queries'
import { RuleDraft } from '@/features/staff/payment-rules/RuleDraft'
import { RulesInForce } from '@/features/staff/payment-rules/RulesInForce'
import { WaitingRules } from '@/features/staff/payment-rules/WaitingRules'

export function AdminRulesScreen() {
  const current = useQuery(ruleQueries.current())
  return (
    <StaffScreen title={ruleCopy.title} subtitle={ruleCopy.subtitle}>
      <Loaded query={current} what={ruleCopy.list.what} skeleton={<StaffTableSkeleton />}>
        {({ rules, waiting }) => (
          <>
            {waiting !== null && <WaitingRules change={waiting} />}
            <RulesInForce rules={rules} />
            <RuleDraft rules={rules} isBlocked={waiting !== null} />
          </>
        )}
      </Loaded>
    </StaffScreen>
  )
}

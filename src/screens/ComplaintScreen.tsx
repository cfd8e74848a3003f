import { useNavigate, useSearchParams } from 'react-router-dom'
import { Screen } from '@/components/Screen'
import { ComplaintForm } from '@/features/care/cases/ComplaintForm'
import { complaintCopy } from '@/features/care/cases/complaintCopy'
import { casePath, paths } from '@/lib/paths'

export function ComplaintScreen() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <Screen title={complaintCopy.title} back={paths.cases} width="card">
      <ComplaintForm
        transactionId={search.get('payment') ?? ''}
        onSent={(caseId) => void navigate(casePath(caseId), { replace: true })}
      />
    </Screen>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { StaffCard } from '@/components/StaffCard'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { CustomerHead } from '@/features/staff/agent-console/shared'
import { LetterButton } from '@/features/care/cases/shared'
import { CaseActions } from '@/features/staff/staff-cases/CaseActions'
import { CaseEvents } from '@/features/staff/staff-cases/CaseEvents'
import { CaseFacts } from '@/features/staff/staff-cases/CaseFacts'
import { matterOf } from '@/features/staff/case-summaries/words'
import { staffCaseCopy as copy } from '@/features/staff/staff-cases/copy'
import { caseKeys } from '@/features/staff/staff-cases/keys'
import { withView } from '@/features/staff/staff-cases/kinds'
import { staffCaseQueries, waitsForSecond, type StaffCase } from '@/features/staff/staff-cases/queries'
import { useNextCase } from '@/features/staff/staff-cases/useNextCase'
import { useActionKeys } from '@/lib/actionKeys'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'

/** One case, with its customer beside it. */
export function AdminCaseScreen() {
  const { id = '' } = useParams()
  const query = useQuery({ ...staffCaseQueries.one(id), select: withView })
  const { permissions } = useOwnRoles()
  const now = new Date(query.dataUpdatedAt)
  const navigate = useNavigate()
  const openNext = useNextCase(id)
  const handleNext = async () => {
    if (!(await openNext())) toast.info(copy.noNext)
  }
  useActionKeys(caseKeys, {
    next: () => void handleNext(),
    // The first Esc leaves a field, which may have a text.
    close: () => {
      const field = document.activeElement
      if (field instanceof HTMLElement && field.matches('input, textarea, select')) field.blur()
      else void navigate(paths.adminCases)
    },
  })
  return (
    <StaffScreen
      title={query.data === undefined ? copy.one : titleOfCase(query.data.shown)}
      actions={
        <div className="flex flex-wrap gap-2 max-sm:basis-full">
          <Link to={paths.adminCases} className={buttonLook('secondary')}>
            {copy.all}
          </Link>
          <Button variant="secondary" onClick={() => void handleNext()}>
            {copy.next}
          </Button>
        </div>
      }
    >
      <Loaded query={query} what={copy.what} skeleton={<StaffTableSkeleton />}>
        {({ shown, view: viewOf }) => {
          const view = viewOf({ now, linksPayment: permissions.includes('view_transactions') })
          return (
            // What was typed about one case is not for the next.
            <Fragment key={shown.id}>
              {waitsForSecond(shown) && <p className="rounded bg-care-soft px-4 py-3 text-care">{copy.waiting}</p>}
              {shown.decision === null && <CaseActions shown={shown}>{view.actions}</CaseActions>}
              <div className="flex flex-wrap gap-2 empty:hidden">
                {shown.letter !== null && <LetterButton id={shown.id} letter={shown.letter} />}
                {view.afterwards}
              </div>
              <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
                <div className="space-y-4">
                  <CaseFacts shown={shown} view={view} now={now} />
                  {view.cards}
                </div>
                <div className="space-y-4">
                  <StaffCard title={copy.customer}>
                    <div className="px-4 pb-3 text-small">
                      {shown.customer === null ? copy.gone : <CustomerHead customer={shown.customer} />}
                    </div>
                  </StaffCard>
                  <CaseEvents shown={shown} />
                </div>
              </div>
            </Fragment>
          )
        }}
      </Loaded>
    </StaffScreen>
  )
}

/** 'Clara Customer, Scam: Petra Payee', also on the tab of the browser: one member of staff has several open. */
const titleOfCase = (shown: StaffCase) => `${shown.customer?.full_name ?? copy.gone}, ${matterOf(shown)}`

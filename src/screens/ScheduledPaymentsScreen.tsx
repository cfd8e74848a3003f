import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ActionBar } from '@/components/ActionBar'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { scheduledPaymentCopy } from '@/features/money/scheduled-payments/copy'
import { scheduledPaymentQueries } from '@/features/money/scheduled-payments/queries'
import { useLiveScheduledPayments } from '@/features/money/scheduled-payments/realtime'
import { ScheduledPaymentList } from '@/features/money/scheduled-payments/ScheduledPaymentList'
import { ScheduledPaymentListSkeleton } from '@/features/money/scheduled-payments/ScheduledPaymentListSkeleton'
import { SchedulePaymentForm } from '@/features/money/scheduled-payments/SchedulePaymentForm'
import { useScheduleForm } from '@/features/money/scheduled-payments/useScheduleForm'
import { object, text } from '@/lib/json'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

/** The form is a separate entry in the browser's history, so that the phone's back button closes it. */
const createStep = { step: 'create' }
const readStep = object({ step: text })

export function ScheduledPaymentsScreen() {
  const userId = useUserId()
  const navigate = useNavigate()
  const isCreating = readStep(useLocation().state)?.step === createStep.step
  const isFormOpen = useRef(isCreating)
  useEffect(() => {
    isFormOpen.current = isCreating
  }, [isCreating])
  // Held here and not in the form: a look at the list keeps what was typed.
  const form = useScheduleForm(() => {
    // The entry below the form is the list. The customer may have gone back to it while the payment was sent.
    if (isFormOpen.current) void navigate(-1)
  })
  const payments = useQuery(scheduledPaymentQueries.list(userId))
  useLiveScheduledPayments(userId)

  if (isCreating) {
    return (
      <Screen title="Schedule Incoming Payment" width="card" back={paths.scheduledPayments}>
        <ReadOnlyWhileFrozen className="flex flex-1 flex-col">
          <SchedulePaymentForm form={form} />
        </ReadOnlyWhileFrozen>
      </Screen>
    )
  }
  return (
    <Screen title="Scheduled Payments" back={paths.payTransfer} isBackFixed>
      <p className="pb-4 text-secondary">{scheduledPaymentCopy.subtitle}</p>
      <div className="pb-6">
        <Loaded query={payments} what="your scheduled payments" skeleton={<ScheduledPaymentListSkeleton />}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState title={scheduledPaymentCopy.empty.title}>
                <p>{scheduledPaymentCopy.empty.text}</p>
              </EmptyState>
            ) : (
              <ScheduledPaymentList userId={userId} payments={list} />
            )
          }
        </Loaded>
      </div>
      <ActionBar>
        <Button onClick={() => void navigate(paths.scheduledPayments, { state: createStep })}>
          Schedule New Payment
        </Button>
      </ActionBar>
    </Screen>
  )
}

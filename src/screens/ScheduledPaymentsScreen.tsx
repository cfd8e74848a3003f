import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ActionBar } from '@/components/ActionBar'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { scheduledPaymentCopy } from '@/features/scheduled-payments/copy'
import { useCreateScheduledPayment } from '@/features/scheduled-payments/mutations'
import { scheduledPaymentQueries } from '@/features/scheduled-payments/queries'
import { useLiveScheduledPayments } from '@/features/scheduled-payments/realtime'
import { ScheduledPaymentList } from '@/features/scheduled-payments/ScheduledPaymentList'
import { ScheduledPaymentListSkeleton } from '@/features/scheduled-payments/ScheduledPaymentListSkeleton'
import { emptyScheduleForm } from '@/features/scheduled-payments/scheduleForm'
import { SchedulePaymentForm } from '@/features/scheduled-payments/SchedulePaymentForm'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

/** Scheduling is a step of its own in the browser's history: the phone's back button closes it. */
const createStep = { step: 'create' }

export function ScheduledPaymentsScreen() {
  const userId = useUserId()
  const navigate = useNavigate()
  const isCreating = isCreateStep(useLocation().state)
  // Here, so that it is still there after a look at the list.
  const [form, setForm] = useState(emptyScheduleForm)
  const create = useCreateScheduledPayment(userId)
  const payments = useQuery(scheduledPaymentQueries.list(userId))
  useLiveScheduledPayments(userId)
  const showList = () => void navigate(paths.scheduledPayments, { replace: true })

  if (isCreating) {
    return (
      <Screen title="Schedule Incoming Payment" back={showList}>
        <SchedulePaymentForm
          create={create}
          form={form}
          onChange={setForm}
          onScheduled={() => {
            setForm(emptyScheduleForm)
            showList()
          }}
        />
      </Screen>
    )
  }
  return (
    <Screen title="Scheduled Payments" back={paths.payTransfer}>
      <p className="pb-4 text-muted">{scheduledPaymentCopy.subtitle}</p>
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

function isCreateStep(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'step') === createStep.step
}

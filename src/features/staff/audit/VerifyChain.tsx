import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { auditCopy } from './copy'
import { useVerifyAudit } from './mutations'

/** Verifies the audit chain on the server and shows the result. */
export function VerifyChain() {
  const [verified, setVerified] = useState(0)
  const { mutate, isPending, isSuccess, data, error } = useVerifyAudit(setVerified)
  const problem =
    error !== null
      ? `${auditCopy.failed}. ${messageOf(error)}`
      : isSuccess && data !== null
        ? auditCopy.broken(data)
        : null
  return (
    <div className="flex flex-wrap items-center gap-y-2 text-label">
      <output>{isSuccess && data === null && <p className="mr-4">{auditCopy.whole}</p>}</output>
      <div role="alert">{problem !== null && <p className="mr-4 text-danger">{problem}</p>}</div>
      <Button
        variant="secondary"
        pending={isPending}
        pendingLabel={auditCopy.verifying(verified)}
        onClick={() => mutate()}
      >
        Verify chain
      </Button>
    </div>
  )
}

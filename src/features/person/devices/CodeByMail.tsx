import { useState } from 'react'
import { useSession } from '@/lib/session'
import { CodeForm } from './CodeForm'
import { deviceCopy } from './copy'
import { maskEmail } from './maskEmail'
import { SendCode } from './SendCode'

type CodeByMailProps = {
  userId: string
  /** Why a code is needed, and to which address it goes. */
  askText: (address: string) => string
  /** Rejects if the code is not right. */
  confirm: (code: string) => Promise<unknown>
}

/** Sends a code to the address of the account, and then asks for it. */
export function CodeByMail({ userId, askText, confirm }: CodeByMailProps) {
  const { email } = useSession()
  const [isSent, setIsSent] = useState(false)
  const address = maskEmail(email)
  return (
    <>
      <p className="text-secondary wrap-anywhere">{isSent ? deviceCopy.enterText(address) : askText(address)}</p>
      {isSent ? (
        <CodeForm userId={userId} confirm={confirm} />
      ) : (
        <SendCode userId={userId} onSent={() => setIsSent(true)} />
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { FormProblem } from '@/components/FormProblem'
import { Dialog } from '@/components/ui/Dialog'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { messageOf } from '@/lib/errors'
import { externalAccountPath } from '@/lib/paths'
import { externalAccountCopy } from './copy'
import { FileChooser } from './FileChooser'
import { ImportPreview } from './ImportPreview'
import { externalAccountQueries } from './queries'
import { readFile } from './readFile'
import type { StatementFile } from './statementFile'

/** Imports a statement file of another bank: choose it, look at its rows, keep them. */
export function AddBankDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const { data: accounts = [] } = useQuery(externalAccountQueries.list(userId))
  const [isReading, setIsReading] = useState(false)
  const [file, setFile] = useState<StatementFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const handleChoose = async (chosen: File) => {
    setProblem(null)
    setIsReading(true)
    try {
      setFile(await readFile(chosen))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setIsReading(false)
    }
  }

  return (
    <Dialog open onOpenChange={onClose} title={externalAccountCopy.title} description={externalAccountCopy.text}>
      {file === null ? (
        <div className="space-y-4">
          <FormProblem words={problem === null ? null : { title: "We can't read this file", text: problem }} />
          <ReadOnlyWhileFrozen>
            <FileChooser isReading={isReading} onChoose={(chosen) => void handleChoose(chosen)} />
          </ReadOnlyWhileFrozen>
        </div>
      ) : (
        <ImportPreview
          file={file}
          accounts={accounts}
          onBack={() => setFile(null)}
          onDone={(id) => {
            onClose()
            void navigate(externalAccountPath(id))
          }}
        />
      )}
    </Dialog>
  )
}

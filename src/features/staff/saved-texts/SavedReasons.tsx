import { useQuery } from '@tanstack/react-query'
import { Select } from '@/components/ui/Select'
import { canUseApprovals, useOwnRoles } from '@/features/person/permissions/shared'
import { savedTextCopy as copy } from './copy'
import { savedTextQueries } from './queries'
import { SavedTexts } from './SavedTexts'

type SavedReasonsProps = { typed: string; onChoose: (reason: string) => void }

/** Fills a field with a reason that was saved before. */
export function SavedReasons({ typed, onChoose }: SavedReasonsProps) {
  const canChoose = canUseApprovals(useOwnRoles())
  const reasons = useQuery({ ...savedTextQueries.list('reason'), enabled: canChoose }).data ?? []
  if (!canChoose) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {reasons.length > 0 && (
        <div className="min-w-48 flex-1">
          <Select
            aria-label={copy.choose}
            value={reasons.find(({ text }) => text === typed)?.id ?? ''}
            onChange={(event) => onChoose(reasons.find(({ id }) => id === event.target.value)?.text ?? typed)}
            options={reasons.map(({ id, shortcut }) => [id, shortcut])}
          >
            <option value="">{copy.choose}</option>
          </Select>
        </div>
      )}
      <SavedTexts kind="reason" typed={typed} />
    </div>
  )
}

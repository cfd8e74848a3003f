import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'

export type NotYetWords = { title: string; text: string }

/** Says that a function is not available yet. */
export function NotYetDialog({ title, text, onClose }: NotYetWords & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <Button className="w-full" onClick={onClose}>
        OK
      </Button>
    </Dialog>
  )
}

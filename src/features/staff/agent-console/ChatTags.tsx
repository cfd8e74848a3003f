import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { useForm } from '@/lib/useForm'
import { consoleCopy } from './copy'
import { useTagChat } from './mutations'
import { consoleQueries } from './queries'

/** The tags of the agent's chat. The transcript keeps them. */
export function ChatTags({ chatId }: { chatId: string }) {
  const tags = useQuery(consoleQueries.tags(chatId)).data ?? []
  const change = useTagChat(chatId)
  const add = useTagChat(chatId, { failure: false })
  const knownId = useId()
  const form = useForm({
    initial: { tag: '' },
    check: ({ tag }) =>
      /^[a-z0-9][a-z0-9 -]{0,29}$/.test(tag.trim().toLowerCase())
        ? tag.trim().toLowerCase()
        : { errors: { tag: consoleCopy.badTag } },
    submit: (tag) => add.mutateAsync({ tag, isSet: true }),
    onSuccess: () => form.reset(),
  })
  return (
    <section aria-label="Tags" className="space-y-2">
      <h3 className="text-caption text-strong">Tags</h3>
      <ul className="flex flex-wrap gap-1">
        {tags
          .filter(({ isSet }) => isSet)
          .map(({ tag }) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                disabled={change.isPending}
                onClick={() => change.mutate({ tag, isSet: false })}
                className="inline-flex min-h-8 items-center gap-1 rounded-full bg-sunken px-3 text-caption text-name text-ink"
              >
                {tag}
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
      </ul>
      <form {...form.props} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <InputField label="New tag" {...form.field('tag')} list={knownId} autoComplete="off" maxLength={30} />
          <datalist id={knownId}>
            {tags
              .filter(({ isSet }) => !isSet)
              .map(({ tag }) => (
                <option key={tag}>{tag}</option>
              ))}
          </datalist>
          <FormProblem words={form.problem} />
        </div>
        <Button type="submit" variant="secondary" className="mb-1.5" pending={form.isPending}>
          Add
        </Button>
      </form>
    </section>
  )
}

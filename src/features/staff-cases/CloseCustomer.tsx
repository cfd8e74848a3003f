import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { FormDialog } from '@/components/FormDialog'
import { Button } from '@/components/ui/Button'
import { Checkbox } from '@/components/ui/Checkbox'
import { InputField, TextAreaField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'
import { adminCasePath } from '@/lib/paths'
import { countCharacters, inOneParagraph, textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { closingNoticeCopy as copy } from './closingCopy'
import { useCloseCustomer } from './mutations'

type CloseCustomerProps = { userId: string; name: string }

/** Opens the closing of a customer's account, and leads to its case. */
export function CloseCustomer({ userId, name }: CloseCustomerProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {copy.open}
      </Button>
      {isOpen && <CloseDialog userId={userId} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function CloseDialog({ userId, name, onClose }: CloseCustomerProps & { onClose: () => void }) {
  const navigate = useNavigate()
  const close = useCloseCustomer(userId)
  const [isEarly, setIsEarly] = useState(false)
  const form = useForm({
    initial: { reasons: '', exception: '', days: '0' },
    check: (typed) => {
      const reasons = inOneParagraph(typed.reasons)
      const problem = countCharacters(reasons) < 40 ? copy.shortReasons : textProblem(reasons)
      const errors = {
        ...(problem !== null && { reasons: problem }),
        ...(isEarly && typed.exception === '' && { exception: copy.chooseException }),
        ...(isEarly && !/^[0-8]?\d$/.test(typed.days) && { days: copy.badDays }),
      }
      if (Object.keys(errors).length > 0) return { errors }
      return { reasons, early: isEarly ? { exception: typed.exception, days: Number(typed.days) } : null }
    },
    submit: async (closing) => {
      const { caseId } = await close.mutateAsync(closing)
      await navigate(adminCasePath(caseId))
    },
  })
  return (
    <FormDialog
      title={copy.title}
      text={isEarly ? copy.earlyText : copy.text(name)}
      form={form}
      label={isEarly ? copy.ask : copy.give}
      variant="danger"
      onClose={onClose}
    >
      <TextAreaField
        label={copy.reasons}
        hint={isEarly && form.values.exception === 'crime' ? copy.crimeHint : copy.reasonsHint}
        {...form.field('reasons')}
        rows={4}
        maxLength={500}
      />
      <Checkbox label={copy.early} checked={isEarly} onChange={setIsEarly} />
      {isEarly && (
        <>
          <SelectField label={copy.exception} {...form.field('exception')} options={Object.entries(copy.exceptions)}>
            <option value="">{copy.chooseException}</option>
          </SelectField>
          <InputField
            label={copy.noticeDays}
            hint={copy.noticeHint}
            {...form.field('days')}
            inputMode="numeric"
            maxLength={2}
          />
        </>
      )}
    </FormDialog>
  )
}

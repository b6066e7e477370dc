import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { Dialog } from '../dialog/dialog.tsx'
import type { DialogProps } from '../dialog/dialog-props.ts'
import { useIntentKeys } from '../api/intent-key.ts'
import type { IntentKeys } from '../api/intent-key.ts'
import { servedProblems } from './served-problems.ts'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { toast } from '../feedback/toast.ts'
import { useUnsavedWork } from '../tab/tab-context.ts'
import type { Row } from './field-column.ts'
import { FieldForm } from './field-form.tsx'
import { validateFields } from './validate-fields.ts'
import type { FieldProblems } from './validate-fields.ts'

export interface FieldDialogProps extends Pick<DialogProps, 'title' | 'size' | 'isDangerous'> {
  /** A function if further fields depend on what is entered. */
  fields: Fields | ((values: Row) => Fields)
  actionText: string | ((values: Row) => string)
  /** The values before the user changes them. */
  initial?: Row | (() => Row)
  /** Shown, but not entered and not checked. */
  readOnly?: ReadonlySet<string>
  /** Further problems of values, by field. */
  problemsOf?: (values: Row) => FieldProblems
  /** Sends the checked values; if it rejects, the dialog stays open and shows the refusal at its fields. */
  onSend: (values: Row, keys: IntentKeys) => Promise<unknown>
  /** Called after a successful sending and by every other way to close the dialog. */
  onClose: () => void
  /** Above the fields. */
  children?: ReactNode
}

/** A dialog that asks for fields and sends them once: checked before, refusals of the server at their fields. */
export function FieldDialog(props: FieldDialogProps): ReactNode {
  const { readOnly } = props
  const keys = useIntentKeys()
  const [begun] = useState<Row>(props.initial ?? {})
  const [values, setValues] = useState(begun)
  const fields = typeof props.fields === 'function' ? props.fields(values) : props.fields
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useUnsavedWork(values !== begun)
  const entered = Object.fromEntries(
    Object.entries(fields).filter(([name]) => readOnly?.has(name) !== true),
  )
  const problems = { ...validateFields(entered, values), ...props.problemsOf?.(values) }
  const served = servedProblems(error, Object.keys(fields))
  const send = async (): Promise<void> => {
    setChecked(true)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    setError(null)
    try {
      await props.onSend(values, keys)
      keys.done()
      props.onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      title={props.title}
      actionText={
        typeof props.actionText === 'function' ? props.actionText(values) : props.actionText
      }
      {...(props.size !== undefined && { size: props.size })}
      {...(props.isDangerous !== undefined && { isDangerous: props.isDangerous })}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        send().catch(toast.error)
      }}
    >
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      {props.children}
      <FieldForm
        fields={fields}
        values={values}
        {...(readOnly !== undefined && { readOnly })}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
    </Dialog>
  )
}

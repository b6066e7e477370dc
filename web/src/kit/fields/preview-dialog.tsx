import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { newIdempotencyKey } from '../api/client.ts'
import { servedProblems } from './served-problems.ts'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { toast } from '../feedback/toast.ts'
import type { Row } from './field-column.ts'
import { FieldForm } from './field-form.tsx'
import { validateFields } from './validate-fields.ts'
import { Dialog } from '../dialog/dialog.tsx'

interface PreviewDialogProps<Preview> {
  title: string
  /** What the buttons say: the one that shows the preview, and the one that makes documents of it. */
  showText: string
  makeText: string
  /** The fields for what is entered. */
  fieldsOf: (values: Row) => Fields
  initialValues?: Row
  /** Values that follow from a chosen one and its row. */
  valuesWith?: (name: string, row: Row | null | undefined) => Row
  /** Fields that do not change what is shown. */
  keepsPreview?: (name: string) => boolean
  show: (values: Row) => Promise<Preview>
  /** @param key the same for each try, so that documents are made once */
  make: (preview: Preview, values: Row, key: string) => Promise<void>
  /** Why nothing can be made yet; null if it can. */
  refusalOf: (preview: Preview | null) => string | null
  statusOf: (preview: Preview) => string
  children: (preview: Preview, onPreview: (preview: Preview) => void) => ReactNode
  onClose: () => void
}

/**
 * A dialog that shows what would be made of what was entered, and then makes it: count sheets of a scope, a request of
 * what is missing. A changed field discards what was shown.
 */
export function PreviewDialog<Preview>(props: PreviewDialogProps<Preview>): ReactNode {
  const [values, setValues] = useState<Row>(props.initialValues ?? {})
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const key = useRef(newIdempotencyKey())
  const fields = props.fieldsOf(values)
  const problems = validateFields(fields, values)
  const served = servedProblems(error, Object.keys(fields))
  const during = async (work: () => Promise<void>): Promise<void> => {
    setChecked(true)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const show = (): Promise<void> =>
    during(async () => {
      setPreview(null)
      setPreview(await props.show(values))
    })
  const make = (): Promise<void> =>
    during(async () => {
      if (preview === null) return
      await props.make(preview, values, key.current)
      key.current = newIdempotencyKey()
      props.onClose()
    })
  return (
    <Dialog
      isOpen
      size="broad"
      title={props.title}
      onClose={props.onClose}
      actionText={props.makeText}
      onAction={() => {
        make().catch(toast.error)
      }}
      actionRefusal={props.refusalOf(preview)}
      isBusy={isBusy}
      footerExtra={preview !== null && <span role="status">{props.statusOf(preview)}</span>}
    >
      {error !== null && (
        <ErrorBanner error={error} details={served.rest} onClose={() => setError(null)} />
      )}
      <FieldForm
        fields={fields}
        values={values}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(name, value, row) => {
          if (props.keepsPreview?.(name) !== true) setPreview(null)
          setValues((known) => ({ ...known, [name]: value, ...props.valuesWith?.(name, row) }))
        }}
      />
      <div style={{ margin: '12px 0' }}>
        <Button
          loading={isBusy}
          onClick={() => {
            show().catch(toast.error)
          }}
        >
          {props.showText}
        </Button>
      </div>
      {preview !== null && props.children(preview, setPreview)}
    </Dialog>
  )
}

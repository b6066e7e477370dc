import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { Preview } from '@kufang/contract/document/api.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { PreviewPostings, PreviewTable, PreviewWarnings } from '../document/act/preview-table.tsx'
import type { EvidenceTaking } from '../document/hand-over/use-evidence.ts'
import { useSignatureRule } from '../document/hand-over/use-signature-rule.ts'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { lazyPart } from '../feedback/lazy-part.tsx'
import type { Row } from '../fields/field-column.ts'
import { useMessages } from '../text/messages.ts'
import { createMessages } from './create-messages.ts'

/** Loaded for acts in which something changes hands. */
const HandOver = lazyPart(async () => ({
  default: (await import('../document/hand-over/hand-over.tsx')).HandOver,
}))

/** What the first action of a new document will change, with one confirmation; at a hand-over its signature and pictures. */
export function ConfirmCreation(props: {
  verb: string
  preview: Preview
  isBusy: boolean
  error: unknown
  evidence: EvidenceTaking
  definition: AnyDocument
  action: string | undefined
  /** The header, which says who signs at a hand-over. */
  values: Row
  onClose: () => void
  onConfirm: () => void
}): ReactNode {
  const { verb, preview, error, evidence, definition, action, values } = props
  const t = useMessages(createMessages)
  const declared = action === undefined ? undefined : definition.actions[action]
  const isHandOver = action !== undefined && declared?.handsOver !== undefined
  const isSignatureRequired = useSignatureRule(textOf(values['companyCode']), declared)
  return (
    <Dialog
      isOpen
      size="broad"
      title={t('confirm', { verb })}
      actionText={verb}
      isBusy={props.isBusy}
      hasEntries={!evidence.isEmpty}
      onClose={props.onClose}
      onAction={props.onConfirm}
      actionRefusal={isSignatureRequired && evidence.signature === null ? t('signFirst') : null}
    >
      {error !== null && <ErrorBanner error={error} />}
      {isHandOver && (
        <Suspense fallback={null}>
          <HandOver
            definition={definition}
            action={action}
            values={values}
            evidence={evidence}
            isSignatureRequired={isSignatureRequired}
          />
        </Suspense>
      )}
      <PreviewWarnings previews={[preview]} />
      <PreviewPostings previews={[preview]} />
      <PreviewTable previews={[preview]} />
    </Dialog>
  )
}

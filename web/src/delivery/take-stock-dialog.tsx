import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DocumentResponse } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { FirstStock, FirstStockAnswer } from '@kufang/contract/stock/stock-first.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { minimumQuantity, zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { beginInput } from '../kit/document/act/begin-input.ts'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { tellDone } from '../kit/document/act/next-words.ts'
import { documentApi } from '../kit/document/document-api.ts'
import { documentPath } from '../kit/document/document-path.ts'
import { rememberedInput, rememberedInputKey } from '../kit/document/entry/remembered.ts'
import { afterDocumentWrite } from '../kit/document/related.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import { typedValues, validateFields } from '../kit/fields/validate-fields.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { readPreference, writePreference } from '../kit/preferences/preferences.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import { placeOf } from './stock-words.ts'

const messages = defineMessages({
  title: { zh: '利用库存：{material}', en: 'Take stock: {material}' },
  action: { zh: '利用库存', en: 'Take from stock' },
  what: {
    zh: '第 {line} 行待采购 {open}，{place} 可用 {available}。利用的数量不再采购，同时为领料单位提交领料单，由其主管批准后占用库存。',
    en: 'Line {line} still wants {open}, {available} are available at {place}. What is taken is not bought, and a requisition is submitted for the unit; its head approves it, which holds the stock.',
  },
  done: { zh: '已利用库存，领料单已提交', en: 'Stock taken, requisition submitted' },
  fillIn: { zh: '请先填写必填项', en: 'Fill in what is required first' },
})

const action = 'takeStock'

/** Takes the stock of one row of the panel: how much of it, and who gets it. */
// oxlint-disable-next-line max-lines-per-function -- one dialog: its fields, its act and its refusal share their state
export function TakeStockDialog(props: {
  definition: AnyDocument
  document: DocumentResponse
  stock: FirstStock
  requester: FirstStockAnswer['requester']
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { definition, document: shown, stock } = props
  const { header, lines } = shown
  const t = useMessages(messages)
  const client = useQueryClient()
  const keys = useIntentKeys()
  const declared = definition.actions[action]!
  const fields = {
    takenQuantity: declared.lineInput!['takenQuantity']!,
    pickingUnit: declared.input!['pickingUnit']!,
    requester: declared.input!['requester']!,
  }
  const line = lines.find(({ lineNo }) => lineNo === stock.lineNo)
  const open = (line?.['openQuantity'] ?? zeroQuantity) as Quantity
  const keptUnder = rememberedInputKey(definition.name, action)
  const [values, setValues] = useState<Row>(() => ({
    companyCode: header['companyCode'],
    unit: stock.unit,
    ...beginInput(definition, action, undefined, readPreference(keptUnder), companyToday()),
    ...props.requester,
    takenQuantity: minimumQuantity(open, stock.available),
  }))
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const problems = validateFields(fields, values)
  const run = async (): Promise<void> => {
    setChecked(true)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    setError(null)
    writePreference(keptUnder, rememberedInput(fields, values, companyToday()))
    const { takenQuantity, pickingUnit, requester } = typedValues(fields, values)
    const { plant, storageLocation } = stock
    const request = {
      version: header.version,
      input: { plant, storageLocation, pickingUnit, requester },
      lines: [
        {
          lineNo: stock.lineNo,
          takenQuantity,
          ...(stock.isEquivalent ? { takenMaterialNo: stock.materialNo } : {}),
        },
      ],
    }
    try {
      const made = await documentApi.act(
        definition.name,
        header.id,
        action,
        request,
        keys.of(request),
      )
      keys.done()
      afterDocumentWrite(client, definition.name)
      markStale('requisition')
      tellDone(t('done'), definition.name, made, documentPath(definition.name, made.id))
      props.onDone()
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
      title={t('title', { material: stock.materialNo })}
      size="normal"
      onClose={props.onClose}
      actionText={t('action')}
      onAction={() => {
        run().catch(toast.error)
      }}
      actionRefusal={isChecked && Object.keys(problems).length > 0 ? t('fillIn') : null}
      isBusy={isBusy}
    >
      {error !== null && <ErrorBanner error={error} onClose={() => setError(null)} />}
      <p>
        {t('what', {
          line: stock.lineNo,
          open: withUnit(numberText(open), stock.unit),
          available: withUnit(numberText(stock.available), stock.unit),
          place: placeOf(stock),
        })}
      </p>
      <FieldForm
        fields={fields}
        values={values}
        problems={isChecked ? problems : {}}
        onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
    </Dialog>
  )
}

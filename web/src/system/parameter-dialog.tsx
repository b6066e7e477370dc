import { textOf } from '@kufang/kernel/text-of.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { choice, date, reference, text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { businessParameters } from '@kufang/contract/system/business-parameters.ts'
import type { ParameterChange, ParameterRow } from '@kufang/contract/system/business-parameters.ts'
import { parameterLevels } from '@kufang/contract/system/parameter-kinds.ts'
import type { AnyParameter, ParameterLevel } from '@kufang/contract/system/parameter-kinds.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { servedProblems } from '../kit/fields/served-problems.ts'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import { validateFields } from '../kit/fields/validate-fields.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { parsedValue } from './parameter-value.ts'

const messages = defineMessages({
  save: { zh: '生效', en: 'Put into force' },
  saved: { zh: '已设置 {name}', en: '{name} set' },
  request: { zh: '提交变更申请', en: 'Request the change' },
  requested: {
    zh: '已提交 {name} 的变更申请，由另一人批准后自生效日执行',
    en: 'The change of {name} is requested; it is in force from its day once someone else approves it',
  },
})

/** The fields: the place down to the parameter's level, the value and its date. */
function fieldsOf(parameter: AnyParameter): Fields {
  const valueLabel = words('值（空为沿用上级）', 'Value (empty: as the wider level)')
  return {
    ...(parameter.level !== 'system' && {
      companyCode: reference(words('公司（空为全部）', 'Company (empty: all)'), 'company'),
    }),
    ...(reaches(parameter, 'plant') && {
      plant: reference(words('工厂（空为全部）', 'Plant (empty: all)'), 'plant'),
    }),
    ...(reaches(parameter, 'material-group') && {
      materialGroup: reference(
        words('物料组（空为全部；须指定工厂）', 'Material group (empty: all; needs a plant)'),
        'material-group',
      ),
    }),
    value: parameter.kind === 'choice' ? choice(valueLabel, parameter.choices) : text(valueLabel),
    validFrom: date(words('生效日', 'From'), { required: true }),
    remark: text(parameter.isControl ? words('变更原因', 'Reason') : words('说明', 'Remark'), {
      required: parameter.isControl,
      lengthMax: 200,
      multiline: true,
    }),
  }
}

const reaches = (parameter: AnyParameter, level: ParameterLevel): boolean =>
  parameterLevels.indexOf(level) <= parameterLevels.indexOf(parameter.level)

/** Sets a parameter from a date on; earlier values remain in its history. */
export function ParameterDialog(props: {
  row: ParameterRow
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { row } = props
  const parameter: AnyParameter = businessParameters[row.name]
  const t = useMessages(messages)
  const { label } = useLanguage()
  const keys = useIntentKeys()
  const fields = fieldsOf(parameter)
  const [values, setValues] = useState<Row>({ validFrom: companyToday() })
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const parsed = parsedValue(parameter, textOf(values['value']))
  const problems = {
    ...validateFields(fields, values),
    ...('problem' in parsed && { value: parsed.problem }),
  }
  const served = servedProblems(error, Object.keys(fields))
  const save = async (): Promise<void> => {
    setChecked(true)
    if ('problem' in parsed || Object.keys(problems).length > 0) return
    setBusy(true)
    setError(null)
    try {
      const change: ParameterChange = {
        name: row.name,
        companyCode: textOf(values['companyCode']),
        plant: textOf(values['plant']),
        materialGroup: textOf(values['materialGroup']),
        value: parsed.value,
        validFrom: textOf(values['validFrom']),
        remark: textOf(values['remark']),
        version: row.version,
      }
      await api.put('/api/settings/business', change, { idempotencyKey: keys.of(change) })
      const name = label(parameter.label)
      toast.success(t(parameter.isControl ? 'requested' : 'saved', { name }))
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
      title={label(parameter.label)}
      actionText={t(parameter.isControl ? 'request' : 'save')}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        save().catch(toast.error)
      }}
    >
      {error !== null && <ErrorBanner error={error} details={served.rest} />}
      <p>{label(parameter.help)}</p>
      <FieldForm
        fields={fields}
        values={values}
        problems={{ ...(isChecked ? problems : {}), ...served.fields }}
        onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
    </Dialog>
  )
}

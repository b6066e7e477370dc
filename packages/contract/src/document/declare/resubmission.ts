import { kept, text, type Fields } from './field.ts'
import { label } from './label.ts'

/**
 * The way back from a refused review of goods that have moved already, to be spread into a declaration: `header` and
 * `actions`. What the reviewer found (a document missing, a wrong gate pass) is corrected, which the document keeps in
 * `correctionRemark`, and it is reviewed again; if quantity or batch are wrong, the goods are reversed instead (a bin alone is
 * put right by `correctBin` of the goods receipt). The
 * maker's other `input` are fields of the header that may be corrected (`kept`). `resubmit` belongs to the makers in the
 * chain's `notBy`.
 */
export function resubmission<
  const From extends string,
  const To extends string,
  const Input extends Fields = {},
>(given: { from: From; to: To; input?: Input }) {
  return {
    header: {
      correctionRemark: text(label('更正说明', 'Correction'), { by: 'server', width: 160 }),
    },
    actions: {
      resubmit: {
        label: label('重新提交审核', 'Submit for review again'),
        from: [given.from],
        to: given.to,
        input: {
          correction: kept(
            'correctionRemark',
            text(label('更正说明', 'Correction'), { required: true, lengthMax: 200 }),
          ),
          ...(given.input as Input),
        },
      },
    },
  } as const
}

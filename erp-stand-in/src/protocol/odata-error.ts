/** An entry of `errordetails`. */
export interface ErrorDetail {
  readonly code: string
  readonly message: string
  readonly propertyref: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly target: string
}

/** An error returned to the caller as SAP Gateway's error body. */
export class ODataError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly ErrorDetail[]

  constructor(status: number, code: string, message: string, details: readonly ErrorDetail[] = []) {
    super(message)
    this.name = 'ODataError'
    this.status = status
    this.code = code
    this.details = details
  }
}

export interface ErrorBody {
  readonly error: {
    readonly code: string
    readonly message: { readonly lang: string; readonly value: string }
    readonly innererror: {
      readonly application: {
        readonly component_id: string
        readonly service_namespace: string
        readonly service_id: string
        readonly service_version: string
      }
      readonly transactionid: string
      readonly timestamp: string
      readonly Error_Resolution: { readonly SAP_Transaction: string; readonly SAP_Note: string }
      readonly errordetails: readonly ErrorDetail[]
    }
  }
}

const components: Record<string, string> = {
  API_MATERIAL_DOCUMENT_SRV: 'MM-IM-GF',
  API_MATERIAL_STOCK_SRV: 'MM-IM-GF',
  API_RESERVATION_DOCUMENT_SRV: 'MM-IM-GF',
  API_PURCHASECONTRACT_PROCESS_SRV: 'MM-PUR-OA',
  API_PURCHASEORDER_PROCESS_SRV: 'MM-PUR-PO',
  API_PURCHASEREQ_PROCESS_SRV: 'MM-PUR-REQ',
  API_SALES_ORDER_SRV: 'SD-SLS-SO',
  API_PRODUCT_SRV: 'LO-MD-MM',
  API_BUSINESS_PARTNER: 'LO-MD-BP',
}

/** The body of an error response; the final /IWBEP entry is the generic one added by real systems. */
export function errorBody(
  error: ODataError,
  service: string,
  language: string,
  transactionId: string,
  now: Date,
): ErrorBody {
  const details: ErrorDetail[] = [...error.details]
  if (details.length > 0) {
    details.push({
      code: '/IWBEP/CX_MGW_BUSI_EXCEPTION',
      message: 'An exception was raised.',
      propertyref: '',
      severity: 'error',
      target: '',
    })
  }
  return {
    error: {
      code: error.code,
      message: { lang: language, value: error.message },
      innererror: {
        application: {
          component_id: components[service] ?? '',
          service_namespace: '/SAP/',
          service_id: service,
          service_version: '0001',
        },
        transactionid: transactionId,
        timestamp: `${now
          .toISOString()
          .replace(/[-:TZ.]/g, '')
          .slice(0, 14)}.0000000`,
        Error_Resolution: {
          SAP_Transaction:
            'For backend administrators: use ADT feed reader "SAP Gateway Error Log"',
          SAP_Note:
            'See SAP Note 1797736 for error analysis (https://service.sap.com/sap/support/notes/1797736)',
        },
        errordetails: details,
      },
    },
  }
}

/** The same as XML, for callers that do not request JSON. */
export function errorXml(body: ErrorBody): string {
  const { code, message, innererror } = body.error
  const details = innererror.errordetails
    .map((detail) => {
      const fields = `<code>${escapeXml(detail.code)}</code><message>${escapeXml(detail.message)}</message>`
      return `<errordetail>${fields}<severity>${detail.severity}</severity></errordetail>`
    })
    .join('')
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">' +
    `<code>${escapeXml(code)}</code><message xml:lang="${message.lang}">${escapeXml(message.value)}</message>` +
    `<innererror><transactionid>${innererror.transactionid}</transactionid>` +
    `<timestamp>${innererror.timestamp}</timestamp><errordetails>${details}</errordetails></innererror></error>`
  )
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

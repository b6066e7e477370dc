/**
 * Refusals that a person may have told to somebody else (`reportsRefusal` of a request), because what was entered is no
 * mistake: the words of the button, by code.
 */
export const reportableRefusals: Readonly<Record<string, { zh: string; en: string }>> = {
  'arrival-exceeds-order': { zh: '登记问题单据', en: 'Raise a problem document' },
}

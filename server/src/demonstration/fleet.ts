// The vehicles of the demonstration company and who drives them; people and plates are fictitious.

export const drivers = [
  {
    companyCode: '1010',
    driver: 'PS01',
    name: '雷行远',
    account: 'driver',
    telephone: '0599-8690001',
    qualificationNo: 'CYZG-3501-0087',
    qualificationValidTo: '2031-06-30',
  },
  {
    companyCode: '1010',
    driver: 'PS02',
    name: '葛平川',
    account: '',
    telephone: '0599-8690002',
    qualificationNo: '',
    qualificationValidTo: null,
  },
] as const

export const vehicles = [
  {
    companyCode: '1010',
    vehicle: 'CL01',
    plateNo: '闽H·6K215',
    name: '厢式货车 4.2 米',
    loadCapacityKg: '4995',
    hazardClasses: '3|8',
    licenceNo: 'DLYS-350101-0215',
    licenceValidTo: '2031-03-31',
    driver: 'PS01',
  },
  {
    companyCode: '1010',
    vehicle: 'CL02',
    plateNo: '闽H·9M330',
    name: '平板车 9.6 米',
    loadCapacityKg: '18000',
    hazardClasses: '',
    licenceNo: '',
    licenceValidTo: null,
    driver: 'PS02',
  },
  {
    companyCode: '1010',
    vehicle: 'CL03',
    plateNo: '闽H·2T118',
    name: '电动叉车托盘车',
    loadCapacityKg: '1500',
    hazardClasses: '',
    licenceNo: '',
    licenceValidTo: null,
    driver: 'PS02',
  },
] as const

/** The vehicle of the stories, driven by the account of the job. */
export const demonstrationVehicle = vehicles[0]

/** Colours of all drawings. */
export const paper = '#FAF7F0';
export const ink = '#1D1B16';
export const quiet = '#6B665A';
export const line = '#E6E0D2';
export const sand = '#D8CDB6';
export const white = '#FFFFFF';

export const marigold = '#B4500A';
export const saffron = '#DE7F2B';
export const amber = '#F2A65A';
export const honey = '#F8D6A6';
export const peach = '#FCEBD3';

export const indigo = '#2B3A67';
export const denim = '#4D61A0';
export const periwinkle = '#8294D4';
export const mist = '#A9B8F0';
export const haze = '#DFE4F6';

export const night = '#12141B';
export const midnight = '#1A2140';
export const cream = '#ECE7DB';

export const moss = '#3F6B57';
export const leaf = '#76A085';
export const dew = '#D5E4D6';

export const brick = '#A4423C';
export const rose = '#D9857A';
export const blush = '#F6DAD2';

/** Red to violet, softened for light and dark backgrounds. */
export const spectrum = ['#C8463D', '#E5833A', '#F0BE55', '#6FA67C', '#5A86CF', '#6A56A8'] as const;

import { type ReactNode, useId } from 'react';

export interface ProgressProps {
  label: ReactNode;
  /** 0 to 1; omitted while unknown. */
  value?: number;
}

export function Progress({ label, value }: ProgressProps) {
  const id = useId();
  return (
    <div className="progress-field">
      <div className="progress-label">
        <label htmlFor={id}>{label}</label>
        {value !== undefined && <span className="progress-value">{Math.round(value * 100)} %</span>}
      </div>
      <progress id={id} className="progress" max={1} value={value} />
    </div>
  );
}

import './auth.css';
/** Between two ways of doing the same. */
export function EitherWay() {
  return <p className="either-way">or</p>;
}

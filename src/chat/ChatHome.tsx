import { Navigate } from 'react-router';

export default function ChatHome() {
  return <Navigate replace to="/chat/messages" />;
}

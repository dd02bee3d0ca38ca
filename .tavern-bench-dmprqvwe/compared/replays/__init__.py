"""Replays, audits, proofs and exports of rounds, and the recorded rounds that the tests replay."""

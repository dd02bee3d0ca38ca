"""Drafts: versions of rules as they were before they were settled, for re-runs of logs written under them.

Since edition 2 of the common rules, a change of what a version decides raises its number, and the previous version goes
into the game's `earlier` module. Before that, versions changed under the same number. A draft has only the differences,
as a variant of the settled version.
"""

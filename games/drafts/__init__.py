"""Drafts: versions of rules as they were before they were settled, for re-runs of logs that were written by them.

From edition 2 of the common rules on, whoever changes what a version decides raises its number, and the version before
goes into the game's `earlier` module. Before that, versions were changed under the same number. A draft says only what
was otherwise, as a variant of the settled version.
"""
